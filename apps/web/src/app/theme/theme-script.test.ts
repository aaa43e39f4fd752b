import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8')

test.each([
  ['https:', 'dark', '__Secure-auspex.theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  ['http:', 'dark', 'auspex.theme=dark; Path=/; Max-Age=31536000; SameSite=Lax'],
  ['https:', null, ''],
])('over %s the sign-in page gets the theme %s in a cookie that suits the connection', (protocol, stored, cookie) => {
  const document = { cookie: '', documentElement: { setAttribute: () => undefined } }
  runInNewContext(script, { document, location: { protocol }, localStorage: { getItem: () => stored } })
  expect(document.cookie).toBe(cookie)
})
