import type { Mention } from '@auspex/sdk'

/** A thing that a message is about. */
export interface Attachment {
  readonly kind: Mention['kind']
  readonly id: string
  /** Its name. */
  readonly label: string
}

/** The maximum number of signals in one message. */
export const mostSignals = 5

export const toMention = ({ kind, id }: Attachment): Mention => ({ kind, id })

export const signalsOf = (attachments: readonly Attachment[]): string[] =>
  attachments.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : [])).slice(0, mostSignals)

export const isAttached = (attachments: readonly Attachment[], one: Pick<Attachment, 'kind' | 'id'>): boolean =>
  attachments.some(({ kind, id }) => kind === one.kind && id === one.id)
