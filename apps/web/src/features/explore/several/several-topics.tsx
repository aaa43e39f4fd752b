import { type AuspexClient, topicQueryLiteBulk } from '@auspex/sdk'
import { Button, Flex, Group, Skeleton, Stack, Textarea } from '@mantine/core'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount } from '../../../lib/numbers/format.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { CancelButton } from '../../../ui/form-actions.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import classes from '../explore.module.css'
import { TopicTable } from './topic-table.tsx'

/** The maximum number of topics per request, and of characters per topic, according to the contract. */
const maxTopics = 100
const maxTopicLength = 500

/** The topics of a text, one per line, without duplicates (ignoring case), or an error message. */
export const readTopics = (text: string): { readonly topics: readonly string[] } | { readonly fault: string } => {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const tooLong = lines.findIndex((line) => line.length > maxTopicLength)
  if (tooLong >= 0)
    return { fault: `Line ${tooLong + 1} is longer than ${maxTopicLength} characters. Please shorten it.` }
  const byName = new Map<string, string>()
  for (const line of lines) {
    const name = line.toLowerCase()
    if (line !== '' && !byName.has(name)) byName.set(name, line)
  }
  const topics = [...byName.values()]
  if (topics.length === 0) return { fault: 'Enter at least one topic' }
  return topics.length > maxTopics
    ? { fault: `You entered ${formatCount(topics.length)} topics. The limit is ${maxTopics} at once.` }
    : { topics }
}

/** The last topics, so that Back from a report shows them again. */
const submittedTopicsKey = ['explore', 'askedTopics'] as const

/** Counts, growth and tone of many topics from the library. */
const liteTopicsOptions = (client: AuspexClient, topics: readonly string[]) =>
  queryOptions({
    queryKey: ['explore', 'topicQueryLiteBulk', topics],
    queryFn: ({ signal }) =>
      topicQueryLiteBulk({ queries: topics.map((query_term) => ({ query_term })) }, { client, signal }),
    enabled: topics.length > 0,
  })

/** Many topics in one step: how much is said about each, and a way to compare some of them. */
export const SeveralTopics = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient()
  const [submittedTopics, setSubmittedTopics] = useState<readonly string[]>(
    () => queryClient.getQueryData(submittedTopicsKey) ?? [],
  )
  const [text, setText] = useState(submittedTopics.join('\n'))
  const [fault, setFault] = useState<string>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const parsed = readTopics(text)
    setFault('fault' in parsed ? parsed.fault : undefined)
    if ('fault' in parsed) return
    queryClient.setQueryData(submittedTopicsKey, parsed.topics)
    setSubmittedTopics(parsed.topics)
  }
  return (
    <div id="several-topics" className={`${surfaces.panel} ${classes.panel}`}>
      <Flex
        noValidate
        component="form"
        direction="column"
        gap={12}
        onSubmit={submit}
        aria-label="Several topics at once"
      >
        <Textarea
          label="Topics, one per line"
          description={`Up to ${maxTopics}. Each may be a query. Only documents already in the library are counted.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={'oat milk\nmatcha\ntea OR coffee'}
          rows={Math.min(10, Math.max(4, text.split('\n').length))}
          value={text}
          error={fault}
          onChange={(event) => {
            setFault(undefined)
            setText(event.currentTarget.value)
          }}
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened it to type
          autoFocus={submittedTopics.length === 0}
        />
        <Group gap="xs">
          <Button type="submit" variant="default">
            Measure
          </Button>
          <CancelButton onClick={onClose}>Close</CancelButton>
        </Group>
      </Flex>
      {submittedTopics.length > 0 && <MeasuredTopics key={submittedTopics.join('\n')} topics={submittedTopics} />}
    </div>
  )
}

/** The library's documents on each topic. */
const MeasuredTopics = ({ topics }: { topics: readonly string[] }) => {
  const { data, error, refetch } = useQuery(liteTopicsOptions(useClient(), topics))
  if (data) return <TopicTable topics={topics} list={data} />
  if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the topics">
      {topics.slice(0, 8).map((topic) => (
        <Skeleton key={topic} height={40} radius="md" />
      ))}
    </Stack>
  )
}
