import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { JsonReporter, type Reporter, type TestModule } from 'vitest/node';

type Thrown = NonNullable<Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]>[number];

/**
 * vitest's report in JSON, and with it what fails a run in which no test failed: errors that nobody caught, workers that died, and hooks of files
 * and groups. Its own leaves those out.
 */
export default class ReportWithErrors extends JsonReporter {
  constructor(options: ConstructorParameters<typeof JsonReporter>[0] = {}) {
    super(options);
  }

  override async onTestRunEnd(modules: readonly TestModule[], uncaught: readonly Thrown[] = []): Promise<void> {
    await super.onTestRunEnd(modules);
    const { root, outputFile } = this.ctx.config;
    const written = resolve(root, (typeof outputFile === 'object' ? outputFile.json : outputFile)!);
    const errors = [
      ...uncaught.map((error) => ({ file: error.VITEST_TEST_PATH as string | undefined, message: error.stack || error.message })),
      ...modules.flatMap((module) =>
        [module, ...module.children.allSuites()]
          .flatMap((group) => group.errors())
          .map((error) => ({ file: module.moduleId, message: error.stack || error.message })),
      ),
    ];
    writeFileSync(written, JSON.stringify({ ...JSON.parse(readFileSync(written, 'utf8')), errors }));
  }
}
