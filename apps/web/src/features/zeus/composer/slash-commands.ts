/** A command of the composer: it limits the question to a topic, or acts immediately. */
export type SlashCommand =
  | {
      readonly kind: 'topic'
      readonly name: string
      readonly label: string
      readonly hint: string
      /** The question to ask if nothing else is typed. */
      readonly message: string
    }
  | { readonly kind: 'action'; readonly name: 'new' | 'export'; readonly label: string; readonly hint: string }

const topic = (
  name: string,
  label: string,
  { hint, message }: { readonly hint: string; readonly message: string },
): SlashCommand => ({
  kind: 'topic',
  name,
  label,
  hint,
  message,
})

export const slashCommands: readonly SlashCommand[] = [
  topic('change', 'Change', { hint: 'What changed, when and why', message: 'What changed, and why?' }),
  topic('tone', 'Tone', {
    hint: 'What the tone is, and what drives it',
    message: 'In what tone is it spoken of?',
  }),
  topic('voices', 'Voices', { hint: 'Who speaks, and who is heard', message: 'Who are the voices?' }),
  topic('compare', 'Compare', { hint: 'Signals side by side', message: 'How do they compare?' }),
  topic('correlate', 'Correlate', {
    hint: 'Whether one follows another, or a price',
    message: 'What does it correlate with?',
  }),
  topic('forecast', 'Forecast', { hint: 'What may come next, and how sure that is', message: 'What is the forecast?' }),
  topic('audience', 'Audience', { hint: 'How many it may interest', message: 'How large is its audience?' }),
  topic('places', 'Places', { hint: 'Where documents come from', message: 'In which places is it spoken of?' }),
  topic('narratives', 'Narratives', { hint: 'What is being said about it', message: 'Which narratives are there?' }),
  topic('news', 'News', { hint: 'The latest news about it', message: 'What is the news?' }),
  topic('trials', 'Trials', { hint: 'Clinical trials about it', message: 'Which clinical trials are there?' }),
  { kind: 'action', name: 'new', label: 'New conversation', hint: 'Begin again' },
  { kind: 'action', name: 'export', label: 'Export', hint: 'This conversation as PDF, Word, web page or Markdown' },
]

export const matchCommands = (words: string): readonly SlashCommand[] => {
  const lowerCaseText = words.toLowerCase()
  return slashCommands.filter(
    ({ name, label }) => name.startsWith(lowerCaseText) || label.toLowerCase().startsWith(lowerCaseText),
  )
}

/** A question that mentions its topic. */
export const toMessage = (text: string, topicCommand: Extract<SlashCommand, { kind: 'topic' }> | null): string => {
  const trimmed = text.trim()
  if (topicCommand === null) return trimmed
  return trimmed === '' ? topicCommand.message : `${topicCommand.label}: ${trimmed}`
}
