import type { PublishedDocument } from '@auspex/sdk'
import { UnstyledButton } from '@mantine/core'
import { IconBookmarkFilled } from '@tabler/icons-react'
import { formatInstant, formatSince, formatDay, formatPlural } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import classes from '../news.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ArticleRowProps {
  article: PublishedDocument
  isOpen: boolean
  onOpen: () => void
}

/** An article in the list: who, when, what; copies and marks by word and shape. */
export const ArticleRow = ({ article, isOpen, onOpen }: ArticleRowProps) => {
  const now = useNow()
  const { id, title, outlet, publishedAt, datePrecision, snippet, copies, news, highlights } = article
  const isRead = news?.isRead ?? false
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.fill} ${classes.row}`}
        data-article={id}
        data-read={isRead}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={`${textStyles.small} ${classes.source}`}>
          {!isRead && <span className={classes.dot} role="img" aria-label="Unread" />}
          <span className={textStyles.clip}>{outlet}</span>
          {news?.isSaved && <IconBookmarkFilled size={13} role="img" aria-label="Saved" />}
          <time
            className={textStyles.nowrap}
            dateTime={publishedAt}
            title={datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
          >
            {datePrecision === 'second' ? formatSince(publishedAt, now) : formatDay(publishedAt)}
          </time>
        </span>
        <span className={`${textStyles.breakable} ${classes.title}`} lang={article.language ?? undefined}>
          {title === '' ? `Article of ${outlet}` : <HighlightedText text={title} ranges={highlights.title} />}
        </span>
        {snippet && (
          <span className={`${textStyles.detail} ${classes.snippet}`} lang={article.language ?? undefined}>
            <HighlightedText text={snippet} ranges={highlights.snippet} />
          </span>
        )}
        {(copies !== undefined && copies.documents > 1) || news?.mutedBy != null ? (
          <span className={textStyles.small}>
            {copies !== undefined &&
              copies.documents > 1 &&
              `${formatPlural(copies.documents - 1, 'copy', 'copies')}${copies.outlets > 1 ? ` at ${formatPlural(copies.outlets - 1, 'other outlet')}` : ''}`}
            {news?.mutedBy != null && ' Muted'}
          </span>
        ) : null}
      </UnstyledButton>
    </li>
  )
}
