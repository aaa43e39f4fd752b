import { Flex } from '@mantine/core'
import type { InboxAlert } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { statusWords } from '../../lib/trial-status-words.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import classes from './inbox-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

type News = NonNullable<NonNullable<InboxAlert>['register']>
type Item = News['items'][number]

/** The studies or papers that a monitor of a condition tells of, each with what changed. */
export const RegisterNews = ({ news: { condition, source, asOf, items }, total }: { news: News; total: number }) => {
  const more = total - items.length
  return (
    <>
      <Flex component="ul" className={`${textStyles.text} ${classes.trends}`} direction="column" gap={10}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} /> {sayStatus(item)}
          </li>
        ))}
      </Flex>
      <p className={textStyles.note}>
        {more > 0 && `${formatCount(more)} more about ${condition}. `}
        {source}, as of {formatInstant(asOf)}.
      </p>
    </>
  )
}

const ItemLink = ({ item: { id, title, url } }: { item: Item }) =>
  id.startsWith('NCT') ? (
    <Link
      className={`${textStyles.link} ${textStyles.strong}`}
      to="/trials/$nctId"
      params={{ nctId: id }}
      preload={false}
    >
      {title}
    </Link>
  ) : (
    <OutsideLink className={`${textStyles.link} ${textStyles.strong}`} href={url}>
      {title}
    </OutsideLink>
  )

const sayStatus = ({ id, before, after }: Item): string => {
  if (after === null) return ''
  return before === null ? `${id} · ${statusWords[after]}` : `${id} · ${statusWords[before]} → ${statusWords[after]}`
}
