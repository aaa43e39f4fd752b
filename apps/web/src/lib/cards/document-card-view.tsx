import { IconArrowUpRight, IconFileText } from '@tabler/icons-react'
import type { DocumentCard } from '@auspex/sdk'
import { OutsideLink } from '../../ui/outside-link.tsx'
import classes from './cards.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A document by its title, which leads to its publisher. */
export const DocumentCardView = ({ content: { title, url } }: { content: DocumentCard }) => {
  const words = title === '' ? 'Document without a title' : title
  return (
    <div className={classes.document}>
      <IconFileText size={20} stroke={1.6} aria-hidden />
      <div>
        <p className={`${textStyles.title} ${classes.documentTitle}`}>
          <OutsideLink href={url} otherwise={words}>
            {words} <IconArrowUpRight size={16} stroke={1.8} aria-label="(opens the publisher's page)" />
          </OutsideLink>
        </p>
        <p className={textStyles.caption}>{hostOf(url) ?? 'Where it was published is not known'}</p>
      </div>
    </div>
  )
}

const hostOf = (url: string | null): string | null => {
  const host = url === null ? undefined : URL.parse(url)?.host
  return host ? host.replace(/^www\./, '') : null
}
