import { useAction, useReadable } from '@auspex/sdk/assistant'
import { useState } from 'react'
import * as z from 'zod'
import { AskBox } from './ask-box.tsx'

/** What this team sells, each with the signal that measures its market. */
const products = [
  { name: 'Oat drink', signalId: 'sig_k2m4p6q8', stock: 1200 },
  { name: 'Pea protein bar', signalId: 'sig_p3a4b5r6', stock: 340 },
]

/** Another team's table, which Zeus may read and highlight a row of. */
export const ProductPage = () => {
  const [marked, setMarked] = useState<string | null>(null)
  useReadable('The products on the screen, with the signal of each', products)
  useAction({
    name: 'openSignal',
    description: 'Marks the product whose signal it is.',
    parameters: z.object({ signalId: z.string().describe('Id of the signal.') }),
    handler: ({ signalId }) => setMarked(signalId),
  })
  return (
    <>
      <table>
        <tbody>
          {products.map(({ name, signalId, stock }) => (
            <tr
              key={signalId}
              aria-current={signalId === marked}
              style={{ fontWeight: signalId === marked ? 'bold' : undefined }}
            >
              <td>{name}</td>
              <td>{stock}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <AskBox />
    </>
  )
}
