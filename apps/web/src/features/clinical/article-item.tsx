import type { PubmedArticle } from '@auspex/sdk'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { formatPartialDate } from './clinical-words.ts'
import classes from './clinical.module.css'

const fewAuthors = 4

/** An article with its abstract behind a button; its title links to PubMed. */
export const ArticleItem = ({ article, note }: { article: PubmedArticle; note?: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { authors, abstract, meshTerms, nctIds, publicationTypes } = article
  const more = authors.length - fewAuthors
  const kinds = publicationTypes.filter((kind) => kind !== 'Journal Article')
  return (
    <li className={classes.study}>
      <h3 className={textStyles.title}>
        <OutsideLink href={article.url}>{article.title}</OutsideLink>
      </h3>
      <p className={textStyles.detail}>
        {[
          authors.slice(0, fewAuthors).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : ''),
          article.journal,
          formatPartialDate(article.publishedAt),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={textStyles.note}>
        {note}
        {kinds.length > 0 && `${kinds.slice(0, 3).join(', ')} · `}PMID {article.pmid}
        {article.doi !== null && (
          <>
            {' · '}
            <OutsideLink className={textStyles.inSentence} href={`https://doi.org/${article.doi}`}>
              {article.doi}
            </OutsideLink>
          </>
        )}
        {nctIds.map((nctId) => (
          <span key={nctId}>
            {' · '}
            <Link className={textStyles.inSentence} to="/trials/$nctId" params={{ nctId }}>
              {nctId}
            </Link>
          </span>
        ))}
      </p>
      {abstract === null ? (
        <p className={textStyles.note}>No abstract.</p>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Read'} the abstract of ${article.title}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Close the abstract' : 'Abstract'}
        </Button>
      )}
      {isOpen && <p className={`${textStyles.soft} ${classes.abstract}`}>{abstract}</p>}
      {isOpen && meshTerms.length > 0 && <p className={textStyles.note}>MeSH: {meshTerms.join(' · ')}</p>}
    </li>
  )
}
