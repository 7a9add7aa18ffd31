curl x -H "Authorization: Bearer test-fake-000" -d '{"model": "acme/tiny"}' | jq .
