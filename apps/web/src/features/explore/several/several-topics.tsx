import { Button, Flex, Skeleton, Stack, Textarea } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { mostTopics, readTopics } from './read-topics.ts'
import { askedTopicsKey, liteTopicsOptions } from './several.queries.ts'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { ErrorView } from '../../../ui/error-view.tsx'
import { TopicTable } from './topic-table.tsx'
import classes from './several-topics.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** Many topics in one step: how much is said of each, and a way to compare some of them. */
export const SeveralTopics = () => {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<readonly string[]>(() => queryClient.getQueryData(askedTopicsKey) ?? [])
  const [isOpen, setOpen] = useState(asked.length > 0)
  const [text, setText] = useState(asked.join('\n'))
  const [fault, setFault] = useState<string>()
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const read = readTopics(text)
    setFault('fault' in read ? read.fault : undefined)
    if ('fault' in read) return
    queryClient.setQueryData(askedTopicsKey, read.topics)
    setAsked(read.topics)
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
                description={`At most ${mostTopics}; each may be a query. They are counted in the library only; no source is searched.`}
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
            {asked.length > 0 && <MeasuredTopics key={asked.join('\n')} topics={asked} />}
          </>
        )}
      </div>
    </Stack>
  )
}

/** What the library holds of each topic. */
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
