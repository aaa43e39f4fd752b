import type { PubmedArticle } from '@auspex/sdk'
import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { formatPartialDate, relationWords } from './clinical-words.ts'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { Card } from '../../ui/page.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import { trialPapersOptions } from './clinical.queries.ts'
import { OriginNote } from './clinical-notes.tsx'
import textStyles from '../../ui/text-styles.module.css'
import classes from './clinical.module.css'
import surfaces from '../../ui/surfaces.module.css'

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

/** The papers of a study, each with the reason why it is listed; fetched separately, so that the study does not wait for them. */
export const TrialPapers = ({ nctId }: { nctId: string }) => {
  const { data, error, refetch } = useQuery(trialPapersOptions(useClient(), nctId))
  if (data === undefined)
    return error ? (
      <SmallFailure words={failureSentences(error, 'The papers could not be read.')} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={120} radius="md" aria-busy="true" aria-label="Loading the papers" role="group" />
    )
  return (
    <>
      {data.items.length === 0 ? (
        <p className={textStyles.note}>No articles mention this study, and the register lists none.</p>
      ) : (
        <Card padded={false}>
          <ul className={surfaces.lines} aria-label="Papers">
            {data.items.map(({ article, relation }) => (
              <ArticleItem key={article.pmid} article={article} note={`${relationWords[relation]} · `} />
            ))}
          </ul>
        </Card>
      )}
      {data.leftOut > 0 && (
        <p className={textStyles.note}>
          {formatPlural(data.leftOut, 'article')} that PubMed found {data.leftOut === 1 ? 'does' : 'do'} not name the
          study and {data.leftOut === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      <OriginNote origin={data.origin} />
    </>
  )
}
