import { AuspexError, type CallInfo } from '../errors.ts'

/** Where a stream stood when it was given up. */
export interface Interruption extends CallInfo {
  /** Id of the last event that was handed out; null when no event had one */
  readonly lastEventId: string | null
  /** Reconnects that failed since then */
  readonly reconnects: number
}

/**
 * The connection of a stream was cut and could not be continued: no event had told where to resume, or all reconnects failed.
 * Everything handed out before is complete. `lastEventId` continues the stream later; `cause` is the last failure.
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
