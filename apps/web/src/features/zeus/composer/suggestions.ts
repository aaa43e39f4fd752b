import type { Mention } from '@auspex/sdk'

/** A thing that a message is about. */
export interface Attachment {
  readonly kind: Mention['kind']
  readonly id: string
  /** Its name. */
  readonly label: string
}

/** The maximum number of signals in one message. */
export const maxSignals = 5

export const toMention = ({ kind, id }: Attachment): Mention => ({ kind, id })

export const signalsOf = (attachments: readonly Attachment[]): string[] =>
  attachments.flatMap(({ kind, id }) => (kind === 'signal' ? [id] : [])).slice(0, maxSignals)

export const isAttached = (attachments: readonly Attachment[], one: Attachment): boolean =>
  attachments.some(({ kind, id }) => kind === one.kind && id === one.id)

/** A suggested first question. */
export interface Suggestion {
  readonly label: string
  readonly message: string
  readonly attachments: readonly Attachment[]
}

/** Questions about the content of the screen, or else about what the person viewed last. */
export const suggestionsFor = (
  attachments: readonly Attachment[],
  recent: readonly Attachment[],
): readonly Suggestion[] => {
  const signals = attachments.filter(({ kind }) => kind === 'signal')
  const group = attachments.find(({ kind }) => kind !== 'signal')
  const createSuggestion = (label: string, message: string, about: readonly Attachment[]) => ({
    label,
    message,
    attachments: about,
  })
  if (signals.length > 1) {
    const names = joinNames(signals)
    return [
      createSuggestion('How do they compare?', `How do ${names} compare?`, signals),
      createSuggestion('Which one leads?', `Does one of ${names} lead the others?`, signals),
      createSuggestion('What changed in each?', `What changed lately in ${names}, and why?`, signals),
      createSuggestion('In what tone?', `How does the tone of ${names} differ?`, signals),
    ]
  }
  if (group)
    return [
      createSuggestion('What changed?', `What changed lately in ${group.label}?`, attachments),
      createSuggestion('What grows?', `Which signals of ${group.label} grow for certain?`, attachments),
      createSuggestion('What should I read?', `Which documents of ${group.label} should I read first?`, attachments),
      createSuggestion('A weekly brief', `Write a brief of the last seven days of ${group.label}.`, attachments),
    ]
  const [one, other] = signals.length > 0 ? signals : recent
  if (!one) return []
  return [
    createSuggestion(`What changed in ${one.label}?`, `What changed in ${one.label}, and why?`, [one]),
    createSuggestion(
      `In what tone is ${one.label} spoken of?`,
      `In what tone is ${one.label} spoken of, and who drives it?`,
      [one],
    ),
    createSuggestion(`What may come next?`, `What may come next for ${one.label}, and how sure is that?`, [one]),
    ...(other
      ? [
          createSuggestion(`${one.label} against ${other.label}`, `How do ${one.label} and ${other.label} compare?`, [
            one,
            other,
          ]),
        ]
      : [createSuggestion('Who talks about it?', `Who speaks of ${one.label}, and who is heard?`, [one])]),
  ]
}

const joinNames = (all: readonly Attachment[]): string =>
  `${all
    .slice(0, -1)
    .map(({ label }) => label)
    .join(', ')} and ${all.at(-1)?.label}`
