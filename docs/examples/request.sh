curl https://router.example/api/v1/chat/completions \
  -H "Authorization: Bearer $KEY" \
  -d '{"model": "acme/tiny", "messages": [{"role": "system", "content": "Be brief."}]}'
