/**
 * Runs workflows with Step CI's own runner and reports what failed: stepci-run.cjs RUNNER WORKFLOW RESULT for one, or
 * stepci-run.cjs RUNNER as the worker of a lane.
 */
const { writeFileSync } = require('node:fs')
const [, , runner, workflow, result] = process.argv
const { runFromFile } = require(runner)

const failedIn = (check, name) => {
  if (Array.isArray(check)) return check.flatMap((one, index) => failedIn(one, `${name} ${index}`))
  if (typeof check !== 'object' || check === null) return []
  if ('passed' in check) return check.passed ? [] : [`${name} ${JSON.stringify(check.given ?? null).slice(0, 60)}`]
  return Object.entries(check).flatMap(([key, one]) => failedIn(one, `${name} ${key}`))
}

async function testsOf(file) {
  const { result: outcome } = await runFromFile(file, {})
  return outcome.tests.map(({ steps }) => ({
    steps: steps.map(({ id, errored, errorMessage, checks }) => ({
      ...{ id, errored, errorMessage },
      failed: Object.entries(checks ?? {}).flatMap(([name, check]) => failedIn(check, name)),
    })),
  }))
}

if (workflow)
  testsOf(workflow).then(tests => {
    writeFileSync(result, JSON.stringify({ tests }))
    process.exit(0)
  })
else
  process.on('message', ({ file }) =>
    testsOf(file).then(
      tests => process.send({ tests }),
      error => process.send({ tests: [], trouble: String(error) }),
    ),
  )
