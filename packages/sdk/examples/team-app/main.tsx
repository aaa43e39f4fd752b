import { SessionProvider } from '@auspex/sdk/auth/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Board } from './board.tsx'
import { session } from './session.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('the page has no #root')

createRoot(root).render(
  <StrictMode>
    <SessionProvider
      session={session}
      loading={<p>Signing in</p>}
      failure={({ message }, retry) => (
        <>
          <p role="alert">{message}</p>
          <button onClick={retry}>Try again</button>
        </>
      )}
    >
      <Board />
    </SessionProvider>
  </StrictMode>,
)
