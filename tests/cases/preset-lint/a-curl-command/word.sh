curl https://router.example/api/v1/chat/completions \
  -H 'Authorization: Bearer test-key-that-is-not-one' \
  -d '{"model": "acme/tiny", "messages": [{"role": "system", "content": "Answer in one word."}]}'
