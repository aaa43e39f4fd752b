import type { Attachment } from '../composer/attachment.ts'

/** A question to begin with. */
export interface Suggestion {
  readonly label: string
  readonly message: string
  readonly attachments: readonly Attachment[]
}

/** What can be asked about what is on the screen, or else about what the person looked at last. */
export const suggestionsFor = (
  attachments: readonly Attachment[],
  recent: readonly Attachment[],
): readonly Suggestion[] => {
  const signals = attachments.filter(({ kind }) => kind === 'signal')
  const group = attachments.find(({ kind }) => kind !== 'signal')
  const ask = (label: string, message: string, about: readonly Attachment[]) => ({ label, message, attachments: about })
  if (signals.length > 1) {
    const names = joinNames(signals)
    return [
      ask('How do they compare?', `How do ${names} compare?`, signals),
      ask('Which one leads?', `Does one of ${names} lead the others?`, signals),
      ask('What changed in each?', `What changed lately in ${names}, and why?`, signals),
      ask('In what tone?', `How does the tone of ${names} differ?`, signals),
    ]
  }
  if (group)
    return [
      ask('What changed?', `What changed lately in ${group.label}?`, attachments),
      ask('What grows?', `Which signals of ${group.label} grow for certain?`, attachments),
      ask('What should I read?', `Which documents of ${group.label} should I read first?`, attachments),
      ask('A weekly brief', `Write a brief of the last seven days of ${group.label}.`, attachments),
    ]
  const [one, other] = signals.length > 0 ? signals : recent
  if (!one) return []
  return [
    ask(`What changed in ${one.label}?`, `What changed in ${one.label}, and why?`, [one]),
    ask(`In what tone is ${one.label} spoken of?`, `In what tone is ${one.label} spoken of, and who drives it?`, [one]),
    ask(`What may come next?`, `What may come next for ${one.label}, and how sure is that?`, [one]),
    ...(other
      ? [ask(`${one.label} against ${other.label}`, `How do ${one.label} and ${other.label} compare?`, [one, other])]
      : [ask('Who speaks of it?', `Who speaks of ${one.label}, and who is heard?`, [one])]),
  ]
}

const joinNames = (all: readonly Attachment[]): string =>
  `${all
    .slice(0, -1)
    .map(({ label }) => label)
    .join(', ')} and ${all.at(-1)?.label}`
