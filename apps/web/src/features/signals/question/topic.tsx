import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { QueryEcho } from '@auspex/sdk'
import { type FormEvent, useState } from 'react'
import { toSearch } from './to-search.ts'
import { useAsk } from './use-ask.ts'
import classes from './question.module.css'
import surfaces from '../../../ui/surfaces.module.css'

/** The topic: the heading of the page, and the first part of the question that can be changed. */
export const Topic = ({ query }: { query: QueryEcho }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <h1 className={classes.topic}>
          <UnstyledButton
            className={classes.title}
            title="Change the topic"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {query.title} <IconPencil size={18} stroke={1.8} aria-hidden />
          </UnstyledButton>
        </h1>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label="Change the topic">
        {isOpen && <TopicForm query={query} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

const TopicForm = ({ query, onDone }: { query: QueryEcho; onDone: () => void }) => {
  const ask = useAsk(query)
  const before = toSearch(query).term
  const [term, setTerm] = useState(before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (term.trim() === '') return
    onDone()
    if (term.trim() !== before) ask({ term: term.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Topic"
        value={term}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      <Button type="submit" disabled={term.trim() === ''}>
        Search
      </Button>
    </form>
  )
}
