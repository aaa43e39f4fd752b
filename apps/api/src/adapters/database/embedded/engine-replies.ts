/** The fields of an engine error (ErrorResponse in PostgreSQL's protocol). */
export interface EngineError {
  severity: string
  code: string
  message: string
}

export interface ReplyReader {
  /** Reads the next piece. Returns what may be passed on, in which the code of an error is replaced if `onError` returned another one. */
  read(piece: Uint8Array): Uint8Array
  /** Whether the engine last reported that it is idle outside of any transaction. */
  isIdle(): boolean
}

/** The length of a message's header: a letter, then a length that includes itself. */
const headerBytes = 5
const letterOf = { error: 0x45, ready: 0x5a }
/** The state of a ReadyForQuery outside of any transaction. */
const idle = 0x49

/** Parses the messages in the engine's replies, which may be split at any point. */
export function createReplyReader(onError: (error: EngineError) => string | null): ReplyReader {
  /** The beginning of a message that must be read whole: an error, a ReadyForQuery or a cut header. It is held back until the rest arrives. */
  let incomplete: Buffer = Buffer.alloc(0)
  /** Bytes of a message already recognized that are still to come. */
  let bytesToSkip = 0
  let isIdle = false

  function read(piece: Uint8Array): Uint8Array {
    const bytes = Buffer.concat([incomplete, piece]) // a copy: the engine's memory must not be modified
    incomplete = Buffer.alloc(0)
    let at = Math.min(bytesToSkip, bytes.length)
    bytesToSkip -= at
    while (at < bytes.length) {
      const isHeaderCut = bytes.length - at < headerBytes
      const end = isHeaderCut ? Infinity : at + 1 + bytes.readUInt32BE(at + 1)
      isIdle = false
      if (end > bytes.length) {
        if (isHeaderCut || bytes[at] === letterOf.error || bytes[at] === letterOf.ready) {
          incomplete = Buffer.from(bytes.subarray(at))
          return bytes.subarray(0, at)
        }
        bytesToSkip = end - bytes.length
        break
      }
      if (bytes[at] === letterOf.ready) isIdle = bytes[at + headerBytes] === idle
      if (bytes[at] === letterOf.error) {
        const error = parseError(bytes.subarray(at + headerBytes, end))
        const code = onError(error)
        const codeAt = bytes.indexOf(`\0C${error.code}\0`, at + headerBytes, 'latin1')
        // every SQLSTATE has five characters, so that the message keeps its length
        if (code !== null && codeAt !== -1) bytes.write(code, codeAt + 2, 'latin1')
      }
      at = end
    }
    return bytes
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
