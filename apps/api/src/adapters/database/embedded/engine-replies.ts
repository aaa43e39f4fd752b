/** The fields of an engine error (ErrorResponse in PostgreSQL's protocol). */
export interface EngineError {
  severity: string
  code: string
  message: string
}

export interface ReplyReader {
  /** Processes the next chunk, and returns it with the error code replaced if `onError` returned another one. */
  read(piece: Uint8Array): Uint8Array
  /** Whether the engine last reported that it is idle outside of any transaction. */
  isIdle(): boolean
}

const header = 5 // a letter, then a length that includes itself
const letterOf = { error: 0x45, ready: 0x5a, idle: 0x49 }

/** Parses the messages in the engine's replies, which may be split at any point. */
export function createReplyReader(onError: (error: EngineError) => string | null): ReplyReader {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  let isIdle = false

  function read(piece: Uint8Array): Uint8Array {
    const answer = Buffer.from(piece) // a copy: the engine's memory must not be modified
    const before = rest.length
    const bytes = before === 0 ? answer : Buffer.concat([rest, answer])
    rest = Buffer.alloc(0)
    let at = Math.min(skip, bytes.length)
    skip -= at
    while (at < bytes.length) {
      const length = bytes.length - at < header ? Infinity : 1 + bytes.readUInt32BE(at + 1)
      const end = at + length
      isIdle = false
      if (end > bytes.length) {
        const mustBeWhole = length === Infinity || bytes[at] === letterOf.error || bytes[at] === letterOf.ready
        if (mustBeWhole) rest = Buffer.from(bytes.subarray(at))
        else skip = end - bytes.length
        break
      }
      if (bytes[at] === letterOf.ready) isIdle = bytes[at + header] === letterOf.idle
      if (bytes[at] === letterOf.error) {
        const error = parseError(bytes.subarray(at + header, end))
        const code = onError(error)
        const offset = bytes.indexOf(`\0C${error.code}\0`, at + header, 'latin1') + 2 - before
        if (code !== null && offset >= 0) answer.write(code, offset, 'latin1') // every code has five letters
      }
      at = end
    }
    return answer
  }

  return { read, isIdle: () => isIdle }
}

function parseError(body: Buffer): EngineError {
  const fields = new Map(
    body
      .toString('utf8')
      .split('\0')
      .filter((field) => field !== '')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  return { severity: fields.get('V') ?? '', code: fields.get('C') ?? '', message: fields.get('M') ?? '' }
}
