import type { ZeusThread } from '@auspex/sdk'
import { download, toFileName } from '../../../lib/download.ts'
import { formatInstant } from '../../../lib/format.ts'
import { toAnswerMarkdown } from '../../../lib/answer-markdown.ts'

/** A conversation as Markdown: each answer below its question, with footnotes of its own. */
export const toConversationMarkdown = ({ title, messages, updatedAt }: ZeusThread): string => {
  const parts = messages.map(({ role, content, citations }, index) =>
    role === 'user'
      ? `## ${content.replace(/\s+/g, ' ')}`
      : // Numbers begin again with each answer; footnotes of one file must not meet.
        toAnswerMarkdown({ question: null, text: content, citations }).replaceAll(/\[\^(\d+)\]/g, `[^${index}-$1]`),
  )
  return [`# ${title}`, `Conversation with Zeus, last changed ${formatInstant(updatedAt)}.`, ...parts, ''].join('\n\n')
}

export const saveConversation = (thread: ZeusThread): void =>
  download(
    `${toFileName(thread.title)}.md`,
    new Blob([toConversationMarkdown(thread)], { type: 'text/markdown;charset=utf-8' }),
  )
