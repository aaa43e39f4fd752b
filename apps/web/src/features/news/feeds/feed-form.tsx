import type { NewsFeedInput } from '@auspex/sdk'
import { listCategoriesQueryOptions, listRecentSearchesQueryOptions } from '@auspex/sdk/react'
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { countryChoices } from '../../../lib/places/countries.ts'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useCreateFeed } from '../news.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'

type Kind = Exclude<NewsFeedInput['kind'], 'portfolio'>

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'outlet', label: 'An outlet' },
  { value: 'term', label: 'Words' },
  { value: 'signal', label: 'A signal you searched' },
  { value: 'category', label: 'A category' },
  { value: 'country', label: 'A country' },
]

/** Adds a feed. Portfolios already have one. */
export const FeedForm = ({ onDone }: { onDone: () => void }) => {
  const client = useClient()
  const navigate = useNavigate()
  const create = useCreateFeed(client)
  const [kind, setKind] = useState<Kind>('outlet')
  const [subject, setSubject] = useState('')
  const [feedUrl, setFeedUrl] = useState('')
  const categories = useQuery({
    ...listCategoriesQueryOptions({ request: { client } }),
    enabled: kind === 'category',
  })
  const searches = useQuery({
    ...listRecentSearchesQueryOptions({ request: { client } }),
    enabled: kind === 'signal',
  })
  const host = URL.canParse(feedUrl) ? new URL(feedUrl).hostname : ''
  // an outlet without a name is called by the host of its feed
  const enteredSubject = subject.trim() || (kind === 'outlet' ? host : '')
  const failure = create.error && describeFailure(create.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (enteredSubject === '') return
    create.mutate(
      {
        kind,
        subject: enteredSubject,
        ...(kind === 'outlet' && feedUrl.trim() !== '' && { feedUrl: feedUrl.trim() }),
      },
      {
        onSuccess: ({ id }) => {
          onDone()
          void navigate({ to: '/news', search: { feed: id } })
        },
      },
    )
  }
  const choices = {
    country: countryChoices(),
    category: categories.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    signal: searches.data?.items.map(({ signalId, query }) => ({ value: signalId, label: query.title })) ?? [],
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={14}>
        <NativeSelect
          label="Articles of"
          data={[...kinds]}
          value={kind}
          onChange={({ currentTarget }) => {
            setKind(currentTarget.value as Kind) // one of the choices above
            setSubject('')
          }}
        />
        {kind === 'outlet' && (
          <>
            <TextInput
              label="Address of its RSS, Atom or JSON feed"
              description="Checked every 15 minutes."
              type="url"
              placeholder="https://example.org/feed.xml"
              value={feedUrl}
              onChange={({ currentTarget }) => setFeedUrl(currentTarget.value)}
            />
            <TextInput
              label="Outlet"
              description="As named in its articles. Without a feed address, you see the articles already in the library."
              placeholder={host || 'example.org'}
              value={subject}
              onChange={({ currentTarget }) => setSubject(currentTarget.value)}
            />
          </>
        )}
        {kind === 'term' && (
          <TextInput
            label="Words"
            placeholder={'"oat milk" OR oatly'}
            value={subject}
            onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          />
        )}
        {(kind === 'country' || kind === 'category' || kind === 'signal') && (
          <NativeSelect
            label={{ country: 'Country', category: 'Category', signal: 'Signal' }[kind]}
            data={[{ value: '', label: 'Choose one' }, ...choices[kind]]}
            value={subject}
            onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          />
        )}
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.detail ?? failure.message}
          </p>
        )}
        <Button type="submit" loading={create.isPending} disabled={enteredSubject === ''}>
          Add the feed
        </Button>
      </Stack>
    </form>
  )
}
