import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { Card } from '../../ui/page.tsx'
import { SmallFailure } from '../../ui/error-view.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ArticleItem } from './article-item.tsx'
import { trialPapersOptions } from './clinical.queries.ts'
import { relationWords } from './clinical-words.ts'
import { OriginNote } from './origin-note.tsx'

/** The papers of a study, each with the reason why it is listed; fetched separately, so that the study does not wait for them. */
export const TrialPapers = ({ nctId }: { nctId: string }) => {
  const { data, error, refetch } = useQuery(trialPapersOptions(useClient(), nctId))
  if (data === undefined)
    return error ? (
      <SmallFailure
        words={`The papers could not be read. ${describeFailure(error).detail ?? ''}`}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton height={120} radius="md" aria-busy="true" aria-label="Loading the papers" role="group" />
    )
  return (
    <>
      {data.items.length === 0 ? (
        <p className={textStyles.remark}>No article names this study, and the register names none.</p>
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
