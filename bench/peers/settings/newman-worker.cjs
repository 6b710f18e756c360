/** Newman as a library, one collection after another: newman-worker.cjs PATH-OF-NEWMAN. */
const newman = require(process.argv[2])

process.on('message', ({ collection }) => {
  newman.run({ collection, reporters: [], timeoutRequest: 10_000 }, (error, summary) => {
    if (error && !summary) return process.send({ executions: [], trouble: String(error) })
    process.send({
      executions: summary.run.executions.map(({ assertions = [], requestError }) => ({
        requestError: requestError ? String(requestError) : undefined,
        assertions: assertions
          .filter(one => one.error)
          .map(({ assertion, error: { message } }) => ({ assertion, error: { message } })),
      })),
    })
  })
})
