import { describeChart } from '../support/describeChart';

describeChart('detection');
