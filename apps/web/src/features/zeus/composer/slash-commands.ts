import type { ScopeTopic } from '@auspex/sdk'

/** A command of the composer: it narrows the question to a topic, or does something at once. */
export type SlashCommand =
  | {
      readonly kind: 'topic'
      readonly name: string
      readonly label: string
      readonly hint: string
      readonly topics: readonly ScopeTopic[]
      /** What is asked when nothing else is typed. */
      readonly message: string
    }
  | { readonly kind: 'action'; readonly name: 'new' | 'export'; readonly label: string; readonly hint: string }

const topic = (
  name: string,
  label: string,
  hint: string,
  { topics, message }: { readonly topics: readonly ScopeTopic[]; readonly message: string },
): SlashCommand => ({ kind: 'topic', name, label, hint, topics, message })

export const slashCommands: readonly SlashCommand[] = [
  topic('change', 'Change', 'What changed, when and why', {
    topics: ['change', 'news'],
    message: 'What changed, and why?',
  }),
  topic('tone', 'Tone', 'How it is spoken of, and what drives that', {
    topics: ['tone'],
    message: 'In what tone is it spoken of?',
  }),
  topic('voices', 'Voices', 'Who speaks, and who is heard', { topics: ['voices'], message: 'Who speaks of it?' }),
  topic('compare', 'Compare', 'Signals beside each other', { topics: ['compare'], message: 'How do they compare?' }),
  topic('correlate', 'Correlate', 'Whether one follows another, or a price', {
    topics: ['correlate'],
    message: 'What does it move with?',
  }),
  topic('forecast', 'Forecast', 'What may come next, and how sure that is', {
    topics: ['forecast'],
    message: 'What may come next?',
  }),
  topic('audience', 'Audience', 'How many it may interest', {
    topics: ['audience'],
    message: 'How large is its audience?',
  }),
  topic('places', 'Places', 'Where documents come from', { topics: ['places'], message: 'Where is it spoken of?' }),
  topic('narratives', 'Narratives', 'What is told about it', {
    topics: ['narratives'],
    message: 'What is told about it?',
  }),
  topic('news', 'News', 'The latest that happened', { topics: ['news'], message: 'What is new?' }),
  topic('trials', 'Trials', 'Clinical trials of it', { topics: ['trials'], message: 'Which trials are there?' }),
  { kind: 'action', name: 'new', label: 'New conversation', hint: 'Begin again' },
  { kind: 'action', name: 'export', label: 'Export', hint: 'This conversation as Markdown' },
]

export const matchCommands = (words: string): readonly SlashCommand[] => {
  const typed = words.toLowerCase()
  return slashCommands.filter(({ name, label }) => name.startsWith(typed) || label.toLowerCase().startsWith(typed))
}
