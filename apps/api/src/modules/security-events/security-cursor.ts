import { type PositionCursor, readPositionCursor } from '../../kernel/position-cursor.ts'
import { cursorInvalid } from './security-events.errors.ts'

/** Throws `security.cursor_invalid` for a text that no page gave. */
export function readSecurityCursor(cursor: string): PositionCursor {
  const read = readPositionCursor(cursor)
  if (read === null || !/^[1-9]\d*$/.test(read.position)) throw cursorInvalid()
  return read
}
