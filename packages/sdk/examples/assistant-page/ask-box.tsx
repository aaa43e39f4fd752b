import { useZeus } from '@auspex/sdk/assistant'

/** An input for questions, and the answers of this page. */
export const AskBox = () => {
  const { answers, ask, stop, isRunning } = useZeus()
  const submit = (form: FormData): void => {
    const message = form.get('message')
    // Each question continues the same conversation.
    if (typeof message === 'string') ask({ message, threadId: answers.at(-1)?.threadId ?? null })
  }
  return (
    <section aria-label="Zeus">
      {answers.map(({ key, question, text, error, problem }) => (
        <article key={key}>
          <h2>{question}</h2>
          <p style={{ whiteSpace: 'pre-wrap' }}>{text}</p>
          {(error ?? problem) && <p role="alert">{problem?.title ?? error?.productMessage}</p>}
        </article>
      ))}
      <form action={submit}>
        <label>
          Ask Zeus <input name="message" required maxLength={20_000} />
        </label>
        <button disabled={isRunning}>Ask</button>
        {isRunning && (
          <button type="button" onClick={() => answers.forEach(({ key }) => stop(key))}>
            Stop
          </button>
        )}
      </form>
    </section>
  )
}
