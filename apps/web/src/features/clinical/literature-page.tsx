import { Group, Stack } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { ArticleList } from './article-list.tsx'
import { ArticleTopics } from './article-topics.tsx'
import { ArticleYears } from './article-years.tsx'
import { MedicalNote } from './origin-note.tsx'
import { TermBox } from './term-box.tsx'

const route = getRouteApi('/literature')

/** What PubMed has about a condition: by year beside all articles, what it is made of, and the articles. */
export const LiteraturePage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { q, year } = search
  const open = (words: string) => void navigate({ to: '/literature', search: { q: words } })
  return (
    <Page>
      <title>{q === undefined ? 'Literature · Auspex' : `Literature: ${q} · Auspex`}</title>
      <div>
        <h1>Literature</h1>
        <p className={textStyles.lead}>Medical articles as PubMed indexes them.</p>
      </div>
      <Stack gap={14}>
        <TermBox
          key={q ?? ''}
          label="Search PubMed"
          placeholder="A condition, or a query in the language of PubMed"
          words={q}
          kind="condition"
          onSearch={open}
        />
        {year !== undefined && (
          <Group gap={6}>
            <Link
              to="/literature"
              search={{ ...search, year: undefined }}
              className={`${surfaces.chip} ${surfaces.accent}`}
              activeProps={{}}
              aria-label={`Remove the filter Year: ${year}`}
              resetScroll={false}
            >
              Articles of {year} ×
            </Link>
          </Group>
        )}
      </Stack>
      {q === undefined ? (
        <EmptyState
          icon={<IconBooks size={22} aria-hidden />}
          title="What is being published?"
          text="Search a condition to see its articles by year as a share of all that PubMed has, what grew in them, and the articles themselves."
          action={
            <Group gap={8} justify="center">
              {['asthma', 'migraine', 'breast cancer'].map((words) => (
                <LinkButton key={words} variant="default" size="sm" to="/literature" search={{ q: words }}>
                  {words}
                </LinkButton>
              ))}
            </Group>
          }
        />
      ) : (
        <ArticleList
          search={{ ...search, q }}
          before={
            <>
              <ArticleYears search={{ ...search, q }} />
              <ArticleTopics condition={q} />
            </>
          }
        />
      )}
      <MedicalNote />
    </Page>
  )
}
