import { createHash } from 'node:crypto';
import webpack from 'webpack';

/** Stands in the sources until their content is final; same length as the id that replaces it. */
export const BUILD_ID_HOLE = 'BUILDIDHOLE';

/**
 * Names the chunk queue of a build after the build's own content. Two releases of one module can then live in one page
 * (fallback to the previous release) without taking each other's chunks, and the same sources still give the same bytes.
 */
export class BuildIdPlugin implements webpack.WebpackPluginInstance {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('BuildId', (compilation) => {
      // After minification, before file names are computed from content.
      compilation.hooks.processAssets.tap({ name: 'BuildId', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH - 1 }, (assets) => {
        const scripts = Object.keys(assets).filter((name) => name.endsWith('.js'));
        const digest = createHash('sha256');
        for (const name of scripts.toSorted()) digest.update(assets[name]!.source());
        const id = `b${digest.digest('hex').slice(0, BUILD_ID_HOLE.length - 1)}`;
        for (const name of scripts) {
          compilation.updateAsset(name, (source) => {
            const filled = new webpack.sources.ReplaceSource(source);
            for (const { index } of String(source.source()).matchAll(new RegExp(BUILD_ID_HOLE, 'g')))
              filled.replace(index, index + BUILD_ID_HOLE.length - 1, id);
            return filled;
          });
        }
      });
    });
  }
}
