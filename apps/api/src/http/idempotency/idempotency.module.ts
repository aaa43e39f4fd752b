import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyedRequest, RunOnce, StoredAnswer } from '../idempotency-key.ts'
import { type IdempotencyRepository, createIdempotencyRepository } from './idempotency.repository.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { type Job, type Queue, createJob } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import { retentionMs, runOnce } from './run-once.ts'

type RequestKey = Pick<KeyedRequest, 'userId' | 'key'>

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/**
 * Stores responses so that only the sender of the key can read them: the database has the key's hash, and the response is encrypted with the key
 * itself. Responses may contain one-time secrets, such as that of a share link, which must not be in a backup (docs/decisions/sharing.md).
 */
function sealAnswers(requests: IdempotencyRepository): IdempotencyRepository {
  return {
    ...requests,
    begin: (request, claim) => requests.begin(hideKey(request), claim),
    async find(request) {
      const stored = await requests.find(hideKey(request))
      if (stored?.answer == null) return stored
      return { ...stored, answer: { ...stored.answer, body: open(stored.answer.body, request) } }
    },
    putOff: (request, until) => requests.putOff(hideKey(request), until),
    finish: (request, answer) => requests.finish(hideKey(request), sealAnswer(answer, request)),
    forget: (request) => requests.forget(hideKey(request)),
  }
}

function hideKey({ userId, key }: RequestKey): RequestKey {
  return { userId, key: createHash('sha256').update(key).digest('base64') }
}

function sealAnswer(answer: StoredAnswer, request: RequestKey): StoredAnswer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, secretOf(request), nonce)
  const text = Buffer.concat([cipher.update(answer.body, 'utf8'), cipher.final()])
  return { ...answer, body: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
}

function open(body: string, request: RequestKey): string {
  const bytes = Buffer.from(body, 'base64')
  const decipher = createDecipheriv(algorithm, secretOf(request), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

function secretOf({ userId, key }: RequestKey): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, userId, 'answer of a request', keyBytes))
}

export interface Idempotency {
  runOnce: RunOnce
  /** Deletes expired responses. */
  jobs: readonly Job[]
}

/** Requests that take effect once, however often they are sent. */
export function createIdempotency({ database, clock }: { database: Database; clock: Clock }): Idempotency {
  const requests = sealAnswers(createIdempotencyRepository(database))
  return {
    runOnce: (request, answer) => runOnce(request, answer, { requests, clock }),
    jobs: createIdempotencyJobs({ requests, clock }),
  }
}

const queue: Queue = { name: 'idempotent-requests-expired', isExclusive: true, schedule: '37 * * * *', pollSeconds: 60 }

/** Deletes expired responses once an hour. */
function createIdempotencyJobs({ requests, clock }: { requests: IdempotencyRepository; clock: Clock }): Job[] {
  return [createJob({ queue, run: () => requests.deleteBefore(new Date(clock.now().getTime() - retentionMs)) })]
}
