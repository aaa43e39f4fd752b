import { streamZeusReply, topicQuery } from '@auspex/sdk'
import { useSession, useUser } from '@auspex/sdk/auth/react'
import { useState } from 'react'
import { client } from './session.ts'

/** What the signed-in person does in this app with Auspex: searches, and asks Zeus. */
export const Board = () => {
  const { signOut } = useSession()
  const { profile } = useUser()
  const [answer, setAnswer] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (form: FormData): Promise<void> => {
    const topic = form.get('topic')
    if (typeof topic !== 'string') return
    setAnswer('')
    setFailure(null)
    try {
      await topicQuery({ query_term: topic }, { client })
      for await (const event of streamZeusReply({ message: `How is the tone of ${topic}?` }, { client }))
        if (event.type === 'text-delta') setAnswer((text) => text + event.delta)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <p>Signed in as {profile.name}</p>
      <form action={run}>
        <label>
          Topic <input name="topic" required maxLength={500} />
        </label>
        <button>Ask Zeus</button>
      </form>
      <p role="status">{answer}</p>
      {failure !== null && <p role="alert">{failure}</p>}
      <button onClick={() => void signOut()}>Sign out</button>
    </>
  )
}
