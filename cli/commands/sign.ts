/** `assay sign`: its options and its help. */
import type { Declare } from '../options/declare.ts'
import { each } from '../options/option-values.ts'
import type { SignFlags } from '../sign.ts'

export const signCommand: Declare = (program, io, done) => {
  program
    .command('sign')
    .summary('the signature of a query string, and what was signed')
    .description(
      'Signs a trading query string: given as an argument, from the standard input, or made of --param options. The secret ' +
        'comes from the environment, never from the command line, and is never printed.',
    )
    .argument('[query]', 'the query string exactly as it is sent, without the question mark')
    .option('--param <name=value>', 'a parameter before encoding; order is kept (repeatable)', each)
    .option('--secret-env <name>', 'environment variable that holds the secret', 'ASSAY_SECRET_KEY')
    .option('--bare', 'print the signature and nothing else')
    .addHelpText('after', examples)
    .action(async (query: string | undefined, flags: SignFlags) => {
      const { signQuery } = await import('../sign.ts')
      done(await signQuery(query, flags, io))
    })
}

const examples = `
Examples:
  ASSAY_SECRET_KEY=… assay sign 'asset=btc&timestamp=1700000000000'
  assay sign --param asset=btc --param timestamp=1700000000000
  printf %s 'asset=btc&timestamp=1700000000000' | assay sign --secret-env ACME

The first line says what was signed, the second is the signature.
See docs/signing.md.
`
