import { describe, expect, test } from 'vitest'
import { createReplyReader, type EngineError } from './engine-replies.ts'

function message(letter: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(body)])
}

const refusal = message('E', 'SERROR\0VERROR\0C25006\0Mcannot execute INSERT in a read-only transaction\0\0')
const panic = message('E', 'SPANIC\0VPANIC\0C53100\0Mcould not write to file "pg_wal/xlogtemp.42"\0\0')
const row = message('D', `a row with an error in its text: E\0\0\0\u0010SPANIC\0C25006\0`)
const idle = message('Z', 'I')
const inTransaction = message('Z', 'T')

function readIn(pieces: readonly Buffer[]) {
  const errors: EngineError[] = []
  const reader = createReplyReader((error) => {
    errors.push(error)
    return error.code === '25006' ? '53100' : null
  })
  const answer = Buffer.concat(pieces.map((piece) => reader.read(piece)))
  return { errors, answer, isIdle: reader.isIdle() }
}

describe('the replies of the engine', () => {
  const replies = Buffer.concat([row, row, panic, row, idle])

  test('tell an error from a row that looks like one, wherever they are cut', () => {
    for (let at = 1; at < replies.length; at += 1) {
      const { errors, answer, isIdle } = readIn([replies.subarray(0, at), replies.subarray(at)])
      expect(
        errors.map(({ severity, code }) => `${severity} ${code}`),
        `cut after ${at} bytes`,
      ).toEqual(['PANIC 53100'])
      expect(answer.equals(replies)).toBe(true)
      expect(isIdle).toBe(true)
    }
  })

  test('tell an error also when they come byte by byte', () => {
    const { errors } = readIn(Array.from(replies, (byte) => Buffer.of(byte)))
    expect(errors).toHaveLength(1)
  })

  test('are given the code that a refusal for want of room has', () => {
    const { answer } = readIn([Buffer.concat([row, refusal, idle])])
    expect(answer.includes('C53100')).toBe(true)
    expect(answer.includes('VERROR\0C25006')).toBe(false)
    expect(answer.subarray(0, row.length).equals(row)).toBe(true)
  })

  test('say whether a statement may begin', () => {
    expect(readIn([row]).isIdle).toBe(false)
    expect(readIn([inTransaction]).isIdle).toBe(false)
    expect(readIn([row, idle]).isIdle).toBe(true)
  })
})
