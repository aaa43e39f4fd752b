import { AuspexError, type CallInfo } from '../errors.ts'

/** The position of a stream when it was given up. */
export interface Interruption extends CallInfo {
  /** Id of the last yielded event; null when no event had one */
  readonly lastEventId: string | null
  /** Reconnects that failed since then */
  readonly reconnects: number
}

/**
 * The connection of a stream was cut and could not be resumed: no event had an id to resume from, or all reconnects failed. Everything yielded before
 * is complete. `lastEventId` continues the stream later; `cause` is the last failure.
 */
export class StreamInterruptedError extends AuspexError {
  override name = 'StreamInterruptedError'
  override readonly isRetryable = true
  readonly lastEventId: string | null
  readonly reconnects: number

  constructor({ lastEventId, reconnects, ...call }: Interruption, options?: ErrorOptions) {
    super(
      lastEventId === null
        ? `${call.operation} was cut before it told where it can be resumed`
        : `${call.operation} was cut and ${reconnects} reconnects failed`,
      call,
      options,
    )
    this.lastEventId = lastEventId
    this.reconnects = reconnects
  }
}
