import { describe, expect, test } from 'vitest'
import { measureBundle } from './measure-bundle.ts'

const door = './packages/sdk/src'

describe('bundles', () => {
  test('what a bundle pulls is named, and what it leaves out is not', async () => {
    const plain = await measureBundle(`export { createClient, getMe } from '${door}/index.ts'`)
    expect(plain.modules).toContain('packages/sdk/src/runtime/send.ts')
    expect(plain.modules).not.toContain('packages/sdk/src/runtime/paginate.ts')
    expect(plain.modules).not.toContain('zod')
    const validated = await measureBundle(
      `export { getMe } from '${door}/index.ts'; export { createValidation } from '${door}/zod.ts'`,
    )
    expect(validated.modules).toContain('zod')
    expect(validated.bytes).toBeGreaterThan(plain.bytes + 10_000)
  })
})
