import type { PublishedDocument } from '@auspex/sdk'
import { ActionIcon, Button, Group, Skeleton, Stack, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowUp,
  IconArrowUpRight,
  IconBookmark,
  IconBookmarkFilled,
  IconMail,
  IconMailOpened,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../lib/api/api.tsx'
import { countryName } from '../../../lib/places/countries.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay, formatInstant } from '../../../lib/time/format.ts'
import { toneWords } from '../../../lib/words/words.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { ToneBadge } from '../../../ui/values.tsx'
import { articleOptions } from '../news.queries.ts'
import { MuteMenu } from './mute-menu.tsx'
import classes from '../news.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface ArticlePaneProps {
  documentId: string
  /** The list's version of the article, with its copies; undefined if it is not in the list. */
  row: PublishedDocument | undefined
  onMove: (by: 1 | -1) => void
  onClose: () => void
  onMark: (marks: { isRead?: boolean; isSaved?: boolean }) => void
}

/** An article beside the list, with its actions. */
export const ArticlePane = ({ documentId, row, onMove, onClose, onMark }: ArticlePaneProps) => {
  const { data, error, refetch } = useQuery(articleOptions(useClient(), documentId))
  const document = row ?? data?.document
  return (
    <section className={classes.pane} aria-label="Reading pane">
      <Group className={classes.bar} gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onClose}
        >
          Back
        </Button>
        <Action label="Previous article (K)" onClick={() => onMove(-1)}>
          <IconArrowUp size={17} aria-hidden />
        </Action>
        <Action label="Next article (J)" onClick={() => onMove(1)}>
          <IconArrowDown size={17} aria-hidden />
        </Action>
        {document?.news && (
          <Group gap={6} ml="auto" wrap="nowrap">
            <Action
              label={document.news.isSaved ? 'Remove it from saved (S)' : 'Save it for later (S)'}
              onClick={() => onMark({ isSaved: !document.news?.isSaved })}
            >
              {document.news.isSaved ? (
                <IconBookmarkFilled size={17} aria-hidden />
              ) : (
                <IconBookmark size={17} aria-hidden />
              )}
            </Action>
            <Action
              label={document.news.isRead ? 'Mark it as unread (M)' : 'Mark it as read (M)'}
              onClick={() => onMark({ isRead: !document.news?.isRead })}
            >
              {document.news.isRead ? <IconMail size={17} aria-hidden /> : <IconMailOpened size={17} aria-hidden />}
            </Action>
            <MuteMenu document={document} />
          </Group>
        )}
      </Group>
      {data ? (
        <article key={documentId} className={classes.article}>
          <h2 className={`${textStyles.articleTitle} ${classes.heading}`} lang={data.document.language ?? undefined}>
            {data.document.title || `Article of ${data.document.outlet}`}
          </h2>
          <Facts document={{ ...data.document, ...(row?.copies && { copies: row.copies }) }} />
          {data.text === null ? (
            <p className={textStyles.note}>Its source provided a title but no text.</p>
          ) : (
            <div className={textStyles.articleText} lang={data.document.language ?? undefined}>
              {data.text.content}
            </div>
          )}
          {data.text?.isCut && <p className={textStyles.note}>Only the beginning of the text is shown.</p>}
          <OutsideLink href={data.document.url} otherwise={null} className={`${textStyles.link} ${textStyles.strong}`}>
            Read it at {data.document.outlet} <IconArrowUpRight size={16} stroke={1.8} aria-hidden />
          </OutsideLink>
        </article>
      ) : error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={12} p={20} role="group" aria-busy="true" aria-label="Loading the article">
          <Skeleton height={30} width="80%" />
          <Skeleton height={16} width="50%" />
          <Skeleton height={180} />
        </Stack>
      )}
    </section>
  )
}

const Action = ({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size="md" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

const Facts = ({ document }: { document: PublishedDocument }) => {
  const { outlet, author, publishedAt, datePrecision, country, tone, copies, news } = document
  return (
    <p className={`${textStyles.caption} ${classes.facts}`}>
      <strong>{outlet}</strong>
      {author && <span>{author}</span>}
      <time dateTime={publishedAt}>
        {datePrecision === 'second' ? formatInstant(publishedAt) : formatDay(publishedAt)}
      </time>
      {country && <span>{countryName(country)}</span>}
      <ToneBadge tone={tone.label} label={tone.label === 'unknown' ? 'Tone unclear' : toneWords[tone.label]} />
      {copies && copies.documents > 1 && (
        <span title="Versions of one article have nearly the same words. They are listed once, at the time of the first.">
          {formatPlural(copies.documents, 'article')} with these words at {formatPlural(copies.outlets, 'outlet')}
        </span>
      )}
      {news?.clusterId != null && (
        <Link className={textStyles.link} to="/news/$clusterId" params={{ clusterId: news.clusterId }} preload={false}>
          Who else covers it
        </Link>
      )}
    </p>
  )
}
