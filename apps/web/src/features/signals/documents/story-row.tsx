import type { PublishedDocument } from '@auspex/sdk'
import { Box, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowUpRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { memo, useId } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { kindWords, toneWords } from '../../../lib/words.ts'
import { Chevron } from '../../../ui/chevron.tsx'
import { HighlightedText } from '../../../ui/highlighted-text.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import { copiesWords, headingOf, isCutPassage, reactionsOf } from './document-words.ts'
import { StoryCopies } from './story-copies.tsx'
import classes from './documents.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const route = getRouteApi('/signals/$signalId')

/** One story of the list: its first document, who published it when, and how many others did. */
export const StoryRow = memo(({ document, isRead }: { document: PublishedDocument; isRead: boolean }) => {
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const { copies, engagement } = document
  const { text, ranges } = headingOf(document)
  const reactions = engagement && reactionsOf(engagement)
  return (
    <div className={classes.row} data-read={isRead || undefined}>
      <div className={classes.rowHead}>
        <h3 className={`${textStyles.title} ${classes.rowTitle}`}>
          <route.Link
            to="."
            search={(search) => ({ ...search, doc: document.id })}
            resetScroll={false}
            preload={false}
            aria-current={isRead || undefined}
          >
            <HighlightedText text={text} ranges={ranges} />
          </route.Link>
        </h3>
        <OutsideLink
          href={document.url}
          otherwise={null}
          className={classes.rowSource}
          aria-label={`Open the publisher's page of ${text}`}
        >
          <IconArrowUpRight size={16} stroke={1.8} aria-hidden />
        </OutsideLink>
      </div>
      {document.snippet && (
        <p className={`${textStyles.detail} ${classes.snippet}`}>
          {isCutPassage(document.snippet) && '… '}
          <HighlightedText text={document.snippet} ranges={document.highlights.snippet} />
        </p>
      )}
      <p className={`${textStyles.caption} ${classes.rowMeta}`}>
        <span className={textStyles.soft}>{document.outlet}</span>
        <time dateTime={document.publishedAt}>{formatDay(document.publishedAt)}</time>
        <span>{kindWords[document.kind]}</span>
        {reactions && <span>{reactions}</span>}
        <ToneBadge tone={document.tone.label} label={toneWords[document.tone.label]} />
        {copies && copies.documents > 1 && (
          <UnstyledButton className={classes.copies} aria-expanded={opened} aria-controls={id} onClick={toggle}>
            <Chevron isOpen={opened} size={13} />
            {copiesWords(copies)}
          </UnstyledButton>
        )}
      </p>
      <Box id={id}>{opened && <StoryCopies story={document.storyCluster} title={text} />}</Box>
    </div>
  )
})
