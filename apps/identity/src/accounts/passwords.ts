import type { Argon2Parameters } from 'node:crypto'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const deriveTag = promisify(argon2)

/** Argon2id with 19 MiB, two passes and one lane: the minimum of the OWASP Password Storage Cheat Sheet. */
const memoryKib = 19_456
const hashPasses = 2
const hashLanes = 1
const hashBytes = 32

/** Hashes a password with a new salt into the PHC string format. Deliberately takes about 50 to 100 ms. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive({
    password,
    salt,
    memory: memoryKib,
    passes: hashPasses,
    lanes: hashLanes,
    tagBytes: hashBytes,
  })
  return `$argon2id$v=19$m=${memoryKib},t=${hashPasses},p=${hashLanes}$${encode(salt)}$${encode(tag)}`
}

/** Whether the password matches the hash. Throws for a hash in an unknown format, which is not a wrong password. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!match) throw new Error('The stored password hash is not an Argon2id PHC string')
  const [, memory, passes, lanes, salt = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive({
    password,
    salt: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    tagBytes: expected.length,
  })
  return timingSafeEqual(expected, actual)
}

interface Derivation {
  password: string
  salt: Buffer
  memory: number
  passes: number
  lanes: number
  tagBytes: number
}

function derive({ password, salt, memory, passes, lanes, tagBytes }: Derivation): Promise<Buffer> {
  // NFKC: the same password typed on two keyboards may arrive as different code points.
  const parameters: Argon2Parameters = {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: tagBytes,
  }
  return deriveTag('argon2id', parameters)
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
