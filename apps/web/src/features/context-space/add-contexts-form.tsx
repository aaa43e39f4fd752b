import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './context-space-page.module.css'

interface AddContextsFormProps {
  isAdding: boolean
  onAdd: (terms: string[]) => void
}

/** Words, phrases or names to measure and place, separated by commas. */
export const AddContextsForm = ({ isAdding, onAdd }: AddContextsFormProps) => {
  const [text, setText] = useState('')
  const terms = [...new Set(text.split(',').map((term) => term.trim().slice(0, 200)))].filter((term) => term !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (terms.length === 0 || isAdding) return
    onAdd(terms.slice(0, 50))
    setText('')
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        flex={1}
        miw={0}
        size="sm"
        aria-label="Add words or names"
        placeholder="Words or names, with commas"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" loading={isAdding} disabled={terms.length === 0}>
        Add
      </Button>
    </form>
  )
}
