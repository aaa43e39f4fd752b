/** An address that is too long for its line breaks after its sign before it breaks within a word. */
export const EmailAddress = ({ email }: { email: string }) => {
  const end = email.indexOf('@') + 1
  return (
    <>
      {email.slice(0, end)}
      <wbr />
      {email.slice(end)}
    </>
  )
}
