import type { SharedMessage, SharedThread } from '@auspex/sdk'
import { useId } from 'react'
import { citationWords } from '../../lib/citation-words.ts'
import { formatInstant, formatPlural } from '../../lib/format.ts'
import { GrowingMarkdown } from '../../ui/markdown/growing-markdown.tsx'
import { InlineMarks, type RenderMark } from '../../ui/markdown/inline-marks.ts'
import classes from './shared.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A conversation with Zeus as it was when it was shared: what was asked, what was answered, and what each answer stands on. */
export const SharedConversation = ({
  thread: { title, sharedAt, messages, messageCount },
}: {
  thread: SharedThread
}) => {
  const earlier = messageCount - messages.length
  return (
    <article className={classes.report}>
      <div>
        <h1>{title}</h1>
        <p className={textStyles.soft}>A conversation with Zeus, as it was on {formatInstant(sharedAt)}</p>
      </div>
      {earlier > 0 && (
        <p className={textStyles.note}>{formatPlural(earlier, 'earlier message')} of it are not shown.</p>
      )}
      {messages.length === 0 && <p className={textStyles.soft}>Nothing had been said in it yet.</p>}
      {messages.map((message) =>
        message.role === 'user' ? (
          <section key={message.timestamp} aria-label="Question" className={classes.question}>
            <p>{message.content}</p>
          </section>
        ) : (
          <SharedAnswer key={message.timestamp} message={message} />
        ),
      )}
    </article>
  )
}

const SharedAnswer = ({ message: { content, citations, state } }: { message: SharedMessage }) => {
  const id = useId()
  const renderMark: RenderMark = (number) =>
    citations.some((one) => one.number === number) && (
      <sup className={classes.mark}>
        <a href={`#${id}-${number}`} aria-label={`Source ${number}`}>
          {number}
        </a>
      </sup>
    )
  return (
    <section aria-label="Answer">
      <InlineMarks value={renderMark}>
        <GrowingMarkdown text={content} isGrowing={false} topLevel={2} />
      </InlineMarks>
      {state !== 'complete' && <p className={textStyles.note}>This answer is not whole.</p>}
      {citations.length > 0 && (
        <ol className={`${textStyles.caption} ${classes.sources}`} aria-label="Sources of the answer">
          {citations.map((citation) => (
            <li key={citation.number} id={`${id}-${citation.number}`} value={citation.number}>
              {citationWords(citation)}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
