import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';

/** What all floors are built with: the webpack, compiler and minimizer of the house and none of its preset. */
export function floorConfig(config: webpack.Configuration, jsxFrom: string): webpack.Configuration {
  return {
    mode: 'production',
    target: ['web', 'es2022'],
    experiments: { typescript: false, ...config.experiments },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022', transform: { react: { runtime: 'automatic', importSource: jsxFrom } } },
          },
        },
      ],
    },
    performance: false,
    devtool: false,
    ...config,
    optimization: {
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, minimizerOptions: { ecma: 2022, compress: { passes: 2 }, mangle: true } })],
      ...config.optimization,
    },
  };
}

export function compile(configs: webpack.Configuration[]): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(configs, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
}
