import { randomBytes } from 'node:crypto'

/** Creates ids of stored things: a short prefix for the kind, then 20 unguessable characters. */
export type CreateId = (prefix: string) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random ids such as `pf_8k2m…`: 100 bits in Crockford's base 32, safe in URLs and in file names. */
export const createRandomId: CreateId = (prefix) => {
  let id = ''
  for (const byte of randomBytes(20)) id += alphabet.charAt(byte & 31)
  return `${prefix}_${id}`
}

/** Creates ids that count up (`pf_1`, `pf_2`, …), so that a test can predict them. */
export function createSequentialIds(): CreateId {
  let last = 0
  return (prefix) => `${prefix}_${++last}`
}
