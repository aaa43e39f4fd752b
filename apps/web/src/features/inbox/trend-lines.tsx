import { Flex } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './inbox-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A trend a line: its term leads to a search, the rest says why it is shown. */
export const TrendLines = ({ text }: { text: string }) => {
  const lines = text.split('\n').map((line) => {
    const end = line.indexOf(': ')
    return end === -1 ? { term: null, why: line } : { term: line.slice(0, end), why: line.slice(end + 2) }
  })
  return (
    <Flex component="ul" className={`${textStyles.text} ${classes.trends}`} direction="column" gap={10}>
      {lines.map(({ term, why }) => (
        <li key={`${term} ${why}`}>
          {term !== null && (
            <Link className={`${textStyles.link} ${textStyles.strong}`} to="/search" search={{ term }} preload={false}>
              {term}
            </Link>
          )}{' '}
          {why}
        </li>
      ))}
    </Flex>
  )
}
