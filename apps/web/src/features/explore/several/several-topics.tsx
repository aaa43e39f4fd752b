import { Button, Flex, Skeleton, Stack, Textarea } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { TopicTable } from './topic-table.tsx'
import classes from '../explore.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import { type AuspexClient, topicQueryLiteBulk } from '@auspex/sdk'
import { formatCount } from '../../../lib/numbers/format.ts'

/** The maximum number of topics per request, and of characters per topic, according to the contract. */
const maxTopics = 100
const maxTopicLength = 500

/** The topics of a text, one per line, without duplicates (ignoring case), or an error message. */
export const readTopics = (text: string): { readonly topics: readonly string[] } | { readonly fault: string } => {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const tooLong = lines.findIndex((line) => line.length > maxTopicLength)
  if (tooLong >= 0) return { fault: `Line ${tooLong + 1} is longer than ${maxTopicLength} characters. Shorten it.` }
  const byName = new Map<string, string>()
  for (const line of lines) {
    const name = line.toLowerCase()
    if (line !== '' && !byName.has(name)) byName.set(name, line)
  }
  const topics = [...byName.values()]
  if (topics.length === 0) return { fault: 'Write at least one topic, one per line' }
  return topics.length > maxTopics
    ? { fault: `These are ${formatCount(topics.length)} topics; at most ${maxTopics} can be measured at once.` }
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
export const SeveralTopics = () => {
  const queryClient = useQueryClient()
  const [submittedTopics, setSubmittedTopics] = useState<readonly string[]>(
    () => queryClient.getQueryData(submittedTopicsKey) ?? [],
  )
  const [isOpen, setOpen] = useState(submittedTopics.length > 0)
  const [text, setText] = useState(submittedTopics.join('\n'))
  const [fault, setFault] = useState<string>()
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = readTopics(text)
    setFault('fault' in read ? read.fault : undefined)
    if ('fault' in read) return
    queryClient.setQueryData(submittedTopicsKey, read.topics)
    setSubmittedTopics(read.topics)
  }
  return (
    <Stack gap={0} align="flex-start" mt={10}>
      <Button
        id="several-topics"
        ml={-8}
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconListDetails size={16} stroke={1.7} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Several topics at once
      </Button>
      <div id={id} hidden={!isOpen} className={`${surfaces.panel} ${classes.panel}`}>
        {isOpen && (
          <>
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
                description={`At most ${maxTopics}; each may be a query. They are counted in the library only; no source is searched.`}
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
                data-autofocus
              />
              <Button type="submit" variant="default" style={{ alignSelf: 'flex-start' }}>
                Measure
              </Button>
            </Flex>
            {submittedTopics.length > 0 && <MeasuredTopics key={submittedTopics.join('\n')} topics={submittedTopics} />}
          </>
        )}
      </div>
    </Stack>
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
