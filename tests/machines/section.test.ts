import { describeChart } from '../support/describeChart';

describeChart('section');
